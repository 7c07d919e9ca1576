import "../styles/main.css";
